// The totals of one model file in the base and in the head, as cells of a table.

/** Units by thousands, and below which number all digits are shown. */
const kinds = {
  count: { units: ['', ' k', ' M', ' B', ' T'], whole: 10_000 },
  work: { units: ['', ' k', ' M', ' G', ' T', ' P', ' E'], whole: 1000 },
  bytes: { units: [' B', ' kB', ' MB', ' GB', ' TB', ' PB', ' EB'], whole: 1000 },
};

/** "1.24 M": three digits and a unit, as the badges of the program have them (src/formats/support/numbers.cpp). */
function short(value, kind) {
  const { units, whole } = kinds[kind];
  if (value < whole) return value.toLocaleString('en-US') + units[0];
  const [digits, exponent] = value.toExponential(2).split('e').map(Number);
  const power = Math.min(Math.floor(exponent / 3), units.length - 1);
  const beyond = exponent - 3 * power;
  return (digits * 10 ** beyond).toFixed(Math.max(0, 2 - beyond)) + units[power];
}

/** What is known of a number: "at least" it, or "about". */
const marks = { partial: '≥ ', approximate: '≈ ' };

/** The columns of the table: titles, and how each reads totals of the report's JSON: { value, basis }. */
export const columns = [
  { title: 'parameters', kind: 'count', of: ({ parameters, parameters_basis: basis }) => ({ value: parameters, basis }) },
  { title: 'FLOPs', kind: 'work', of: ({ flops, flops_basis: basis }) => ({ value: flops, basis }) },
  { title: 'bytes', kind: 'bytes', of: ({ bytes, parameters_basis: basis }) => ({ value: bytes, basis }) },
];

function change(before, after) {
  if (!before || !after) return '';
  const share = 100 * (after / before - 1);
  const digits = Math.abs(share) < 10 ? 1 : 0;
  return ` (${share > 0 ? '+' : '−'}${Math.abs(share).toFixed(digits)}%)`;
}

/** One cell: "16 → **32** (+100%)", "16" where nothing changes, "?" for what is unknown. `base` or `head` is undefined where there is no such file. */
export function cell({ kind, of }, base, head) {
  const [before, after] = [base, head].map((totals) => totals && of(totals));
  const shown = ({ value, basis }) => (value == null ? '?' : (marks[basis] ?? '') + short(Number(value), kind));
  if (!after) return before ? `~~${shown(before)}~~` : '';
  if (!before) return `**${shown(after)}**`;
  if (before.value === after.value) return shown(after);
  return `${shown(before)} → **${shown(after)}**${change(before.value, after.value)}`;
}
