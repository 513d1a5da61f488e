#!/usr/bin/env bash
# `npm run ci:slow`: runs all tests on a slow and busy machine: the page's processor at a third, and two loops that take what others leave.
while :; do :; done & first=$!
while :; do :; done & second=$!
trap 'kill "$first" "$second"' EXIT
PARAMSCOPE_SLOWDOWN=3 npm test -- --strict
