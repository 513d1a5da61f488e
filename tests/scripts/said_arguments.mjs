// Says its arguments in one line; fails for a last one that is `large`.
const args = process.argv.slice(2);
console.log(args.join('|'));
process.exitCode = args.at(-1) === 'large' ? 4 : 0;
