#!/usr/bin/env bash
# `npm run ci:collect`: collects in build/release-files what a release attaches: the page, the site, the npm and Python packages, the
# archives of the program, files of package managers, and their checksums; and in build/image what a container is built from.
set -eo pipefail
shopt -s nullglob
tag=v$npm_package_version
rm -rf build/release-files build/image
mkdir -p build/release-files build/image
cp dist/paramscope.html "build/release-files/paramscope-$tag.html"
(cd dist && zip -qr "../build/release-files/paramscope-site-$tag.zip" . -x 'package/*')
npm pack ./dist/package --pack-destination build/release-files
cp build/archives/*.tar.gz build/python/dist/* build/release-files
node scripts/ci/fill_templates.mjs build/release-files
cp packaging/Containerfile build/image
for machine in x86_64:amd64 aarch64:arm64; do
  tar -C build/image -xzf "build/archives/paramscope-$tag-linux-${machine%:*}.tar.gz" paramscope
  mv build/image/paramscope "build/image/paramscope-${machine#*:}"
done
cd build/release-files && sha256sum -- * > "SHA256SUMS-$tag"
