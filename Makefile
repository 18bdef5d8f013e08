# A thin cover over scripts/, which also run without make.
.PHONY: demo test

demo: ; @scripts/demo
test: ; @scripts/test
