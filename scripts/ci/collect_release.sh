#!/usr/bin/env bash
# `npm run ci:collect`: collects in build/release what a release attaches: the page, the site, the npm package, and their checksums.
set -eo pipefail
tag=v$npm_package_version
rm -rf build/release
mkdir -p build/release
cp dist/paramscope.html "build/release/paramscope-$tag.html"
(cd dist && zip -qr "../build/release/paramscope-site-$tag.zip" . -x 'package/*')
npm pack ./dist/package --pack-destination build/release
cd build/release && sha256sum -- * > "SHA256SUMS-$tag"
