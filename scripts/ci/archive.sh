#!/usr/bin/env bash
# `npm run ci:archive`: builds the command line of this platform, and packs it with the licenses into build/archives.
set -eo pipefail
case "$(uname -s)" in Darwin) system=macos ;; *) system=linux ;; esac
export MACOSX_DEPLOYMENT_TARGET=11.0
name="paramscope-v$npm_package_version-$system-$(uname -m)"
cmake --preset release
cmake --build --preset release
rm -rf build/archives
mkdir -p "build/archives/$name"
strip -o "build/archives/$name/paramscope" build/release/src/paramscope
chmod 755 "build/archives/$name/paramscope"
cp -R LICENSE licenses "build/archives/$name"
tar -C "build/archives/$name" -czf "build/archives/$name.tar.gz" paramscope LICENSE licenses
rm -r "build/archives/$name"
