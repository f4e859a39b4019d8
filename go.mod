module moraine

go 1.26

require (
	github.com/expr-lang/expr v1.17.8
	github.com/stretchr/testify v1.12.1
	gopkg.in/yaml.v3 v3.0.1
)

require go.yaml.in/yaml/v3 v3.0.5 // indirect
