// A file that is dropped anywhere on the page is opened, as one that is chosen.
const field = document.getElementById("report")
document.addEventListener("dragover", event => event.preventDefault())
document.addEventListener("drop", event => {
  event.preventDefault()
  if (!event.dataTransfer.files.length) return
  field.files = event.dataTransfer.files
  field.form.requestSubmit()
})
