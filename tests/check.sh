# For tests that are a list of commands, which read this file: `check WHAT COMMAND...` counts a command that ends well as passed, and shows what one
# that does not has printed. `skip WHY` ends a test that cannot run here. They set $said, a file for what was printed, and end with `checked`.
passed=0 failed=0
check() {
	what=$1
	shift
	if "$@" >"$said" 2>&1; then
		echo "ok: $what"
		passed=$((passed + 1))
	else
		echo "FAILED: $what"
		sed 's/^/	/' "$said"
		failed=$((failed + 1))
	fi
}

skip() {
	sed 's/^/	/' "$said"
	echo "skipped: $1"
	echo "0 passed, 0 failed, 1 skipped"
	exit 0
}

checked() {
	echo "$passed passed, $failed failed"
	[ $failed -eq 0 ]
}
