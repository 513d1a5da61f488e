// The totals of one model file in the base and in the head, as cells of a table.

const units = { count: ['', ' K', ' M', ' B', ' T'], work: ['', ' K', ' M', ' G', ' T', ' P', ' E'], bytes: [' B', ' kB', ' MB', ' GB', ' TB'] };

/** "1.24 M": three digits, in powers of 1000. */
function short(value, kind) {
  const power = Math.min(Math.max(0, Math.floor(Math.log10(Math.max(value, 1)) / 3 + 1e-9)), units[kind].length - 1);
  const scaled = value / 1000 ** power;
  const digits = power === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(scaled)));
  return scaled.toFixed(digits) + units[kind][power];
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
