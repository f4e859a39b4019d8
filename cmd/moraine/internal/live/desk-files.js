// The files of a program that has no disk: they are in memory, and each change tells the page of it. A copy of all files
// is a Blob, which the page keeps and does not read.
(() => {
const flag = { O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536 }
const folder = 0o40000, regular = 0o100000
const nodes = new Map(), open = new Map() // by path, by descriptor
let inodes = 0, last = 2

const fail = (code) => { throw Object.assign(new Error(code), { code }) }
const clean = (path) => "/" + path.split("/").filter((part) => part && part !== ".").join("/")
const find = (path) => nodes.get(clean(path)) ?? fail("ENOENT")
const within = (path) => [...nodes.keys()].filter((name) => name.startsWith(clean(path).replace(/\/?$/, "/")) && name !== "/")
const isFolder = (node) => (node.mode & folder) === folder && !(node.mode & regular)
function make(path, mode) {
  const at = clean(path)
  if (!isFolder(find(at.slice(0, at.lastIndexOf("/")) || "/"))) fail("ENOTDIR")
  const node = { ino: ++inodes, mode, text: new Uint8Array(), changed: Date.now() }
  nodes.set(at, node)
  return node
}
function resize(node, size) {
  const text = new Uint8Array(size)
  text.set(node.text.subarray(0, size))
  node.text = text
  node.changed = Date.now()
}
const stat = (node) => ({ dev: 1, ino: node.ino, mode: node.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size: node.text.length, blksize: 4096, blocks: 1, atimeMs: node.changed, mtimeMs: node.changed, ctimeMs: node.changed, isDirectory: () => isFolder(node) })

// changed tells the page of the files at once: if the program is ended while a bot thinks, the reader's act is not lost.
const changed = () => self.moraineSaved(copy())
function copy() {
  const decode = new TextDecoder()
  return new Blob([JSON.stringify([...nodes].map(([path, n]) => [path, n.mode, decode.decode(n.text)]))])
}
self.moraineRestore = async (blob) => {
  const encode = new TextEncoder()
  for (const [path, mode, text] of JSON.parse(await blob.text())) if (path !== "/") make(path, mode).text = encode.encode(text)
}

const calls = {
  open(path, flags, mode) {
    let node = nodes.get(clean(path))
    if (node && flags & flag.O_CREAT && flags & flag.O_EXCL) fail("EEXIST")
    if (!node && !(flags & flag.O_CREAT)) fail("ENOENT")
    node ??= make(path, regular | mode & 0o777)
    if (isFolder(node) && flags & (flag.O_WRONLY | flag.O_RDWR)) fail("EISDIR")
    if (flags & flag.O_TRUNC) resize(node, 0)
    open.set(++last, { node, at: 0, appends: flags & flag.O_APPEND })
    return last
  },
  close(fd) { open.delete(fd) },
  read(fd, buffer, offset, length, position) {
    const f = open.get(fd) ?? fail("EBADF"), from = position ?? f.at
    const part = f.node.text.subarray(from, from + length)
    buffer.set(part, offset)
    if (position === null) f.at += part.length
    return part.length
  },
  write(fd, buffer, offset, length, position) {
    if (fd <= 2) { console.log(new TextDecoder().decode(buffer.subarray(offset, offset + length))); return length }
    const f = open.get(fd) ?? fail("EBADF"), from = f.appends ? f.node.text.length : position ?? f.at
    if (from + length > f.node.text.length) resize(f.node, from + length)
    f.node.text.set(buffer.subarray(offset, offset + length), from)
    if (position === null) f.at = from + length
    return length
  },
  fsync() { changed() },
  ftruncate(fd, size) { resize((open.get(fd) ?? fail("EBADF")).node, size) },
  truncate(path, size) { resize(find(path), size) },
  stat: (path) => stat(find(path)),
  lstat: (path) => stat(find(path)),
  fstat: (fd) => stat((open.get(fd) ?? fail("EBADF")).node),
  mkdir(path, mode) { if (nodes.has(clean(path))) fail("EEXIST"); make(path, folder | mode & 0o777) },
  readdir: (path) => within(path).map((name) => name.slice(clean(path).replace(/\/?$/, "/").length)).filter((name) => !name.includes("/")),
  rename(from, to) {
    const node = find(from)
    for (const name of within(from)) { nodes.set(clean(to) + name.slice(clean(from).length), nodes.get(name)); nodes.delete(name) }
    nodes.delete(clean(from))
    nodes.set(clean(to), node)
    changed()
  },
  unlink(path) { if (isFolder(find(path))) fail("EISDIR"); nodes.delete(clean(path)); changed() },
  rmdir(path) {
    if (!isFolder(find(path))) fail("ENOTDIR")
    if (within(path).length) fail("ENOTEMPTY")
    nodes.delete(clean(path))
    changed()
  },
  chmod(path, mode) { const node = find(path); node.mode = node.mode & ~0o777 | mode & 0o777 },
  fchmod(fd, mode) { const { node } = open.get(fd) ?? fail("EBADF"); node.mode = node.mode & ~0o777 | mode & 0o777 },
  chown() {}, fchown() {}, lchown() {}, utimes() {},
  readlink() { fail("EINVAL") }, link() { fail("ENOSYS") }, symlink() { fail("ENOSYS") },
}
nodes.set("/", { ino: ++inodes, mode: folder | 0o700, text: new Uint8Array(), changed: Date.now() })
self.fs = { constants: flag, writeSync: (fd, buffer) => calls.write(fd, buffer, 0, buffer.length, null) }
for (const name in calls) {
  self.fs[name] = (...args) => {
    const done = args.pop()
    let result
    try { result = calls[name](...args) } catch (e) { return done(e) }
    done(null, result)
  }
}
})()
