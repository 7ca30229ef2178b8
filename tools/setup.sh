# What ./run and ./test share: the Debian packages, and how a build directory is made. Sourced, with $root set to the checkout.

build_packages='gcc libc6-dev meson ninja-build pkg-config libjansson-dev libsodium-dev libcmocka-dev
	libwebsockets-dev libwebsockets-evlib-ev libev-dev libsqlite3-dev libpq-dev libqrencode-dev libcurl4-openssl-dev libssl-dev ca-certificates'
test_packages='clang libclang-rt-dev llvm clang-19 llvm-19 python3 python3-dev python3-venv python3-websockets postgresql openssl' # llvm has the names for the sanitizers' reports; clang-19 and llvm-19 compile the rules for a GPU

web_packages='clang lld llvm wasi-libc libclang-rt-dev-wasm32'
browser_packages='chromium chromium-headless-shell'

# need PACKAGE...: installs those that are missing. When none is, it asks dpkg once and nobody else.
need() {
	if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
		echo "$0: not a Debian system; it is up to you that these or their likes are installed: $*" >&2
		return 0
	fi
	have=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null | sed -n 's/^installed //p')
	missing=$(printf '%s\n' "$@" | grep -vxF -e "$have" | tr '\n' ' ')
	[ -n "$missing" ] || return 0

	as_root=
	if [ "$(id -u)" -ne 0 ]; then
		as_root=sudo
		if ! command -v sudo >/dev/null; then
			printf '%s: these packages are missing, and installing them takes root:\n\tapt-get install %s\n' "$0" "$missing" >&2
			return 1
		fi
	fi
	echo "$0: installing $missing" >&2
	# shellcheck disable=SC2086 # both are lists of words
	{
		$as_root apt-get -qq -o Acquire::Retries=3 update &&
		$as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends \
			-o Acquire::Retries=3 -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 install $missing
	} >&2 </dev/null || {
		printf '%s: these packages are missing and could not be installed:\n\tapt-get install %s\n' "$0" "$missing" >&2
		return 1
	}
}

# build DIR COMPILER "MESON OPTIONS" [TARGET...]: makes $root/DIR with that compiler, or brings it up to date. Says nothing when all is well.
# Warnings are errors unless the caller has set warnings=allowed, as ./run does: a newer compiler than ours knows more of them.
# A directory made otherwise, or by a checkout that has since moved, is begun afresh: `made` remembers how it was made.
build() {
	dir=$root/$1 compiler=$2 options=$3
	shift 3
	how="$root $compiler $options"
	[ "${warnings-}" = allowed ] && werror=false || werror=true
	if [ ! -f "$dir/build.ninja" ] || [ "$(cat "$dir/made" 2>/dev/null)" != "$how" ]; then
		rm -rf "$dir"
		# shellcheck disable=SC2086 # options are words
		quietly env -u CFLAGS -u LDFLAGS CC="$compiler" meson setup -Dwerror=$werror $options "$dir" "$root" || return 1
		printf '%s\n' "$how" >"$dir/made"
		printf '%s\n' $werror >"$dir/werror"
	fi
	# Another werror compiles everything again, so ./run keeps the stricter directory of ./test for as long as that one builds.
	if [ "$(cat "$dir/werror" 2>/dev/null)" = $werror ]; then
		quietly ninja -C "$dir" "$@"
		return
	fi
	[ $werror = true ] || ! ninja -C "$dir" "$@" >/dev/null 2>&1 || return 0
	quietly meson configure -Dwerror=$werror "$dir" && printf '%s\n' $werror >"$dir/werror" && quietly ninja -C "$dir" "$@"
}

# Shows what a command printed only if it failed.
quietly() {
	said=$("$@" 2>&1) || {
		printf '%s\n' "$said" >&2
		return 1
	}
}

# The packages of build_web: Node.js may have come from elsewhere.
page_packages() {
	echo "$web_packages"
	command -v npm >/dev/null || echo nodejs npm
}

# build_wasm: the rules as WebAssembly in build-wasm/, and what web/ needs of others in web/node_modules/. Any Node.js from 18 on will do.
build_wasm() {
	# shellcheck disable=SC2046 # lists of words
	need $(page_packages) || return 1
	build build-wasm clang "--cross-file $root/tools/wasm.ini" || return 1
	if [ ! -f "$root/web/node_modules/.package-lock.json" ] || [ "$root/web/package-lock.json" -nt "$root/web/node_modules/.package-lock.json" ]; then
		quietly npm --prefix "$root/web" install --no-save --no-audit --no-fund || return 1
	fi
}

# build_web: the same, and with it the page in web/dist/.
build_web() {
	build_wasm || return 1
	page_is_fresh && return 0
	# Our server is one site of its own; a copy for other hosts is built without --base.
	quietly npm --prefix "$root/web" run build -- --base=/
}

# Whether nothing that goes into web/dist/ has changed since it was made.
page_is_fresh() {
	[ -f "$root/web/dist/sw.js" ] || return 1
	changed=$(find "$root/build-wasm/web/wasm/muddy.wasm" "$root/nets" "$root/docs/rules" "$root/web/src" "$root/web/public" "$root/web/node_modules/.package-lock.json" \
		"$root"/web/*.html "$root"/web/*.ts "$root"/web/*.js "$root"/web/*.json -newer "$root/web/dist/sw.js" | head -n 1)
	[ -z "$changed" ]
}
