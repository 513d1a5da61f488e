// The theme that the person chose, 'dark' or 'light', '' for that of the system: on the root element, where styles see it.
const root = document.documentElement;

export const theme = () => root.dataset.theme ?? '';

export function showTheme(wanted) {
  if (wanted) root.dataset.theme = wanted;
  else delete root.dataset.theme;
}
