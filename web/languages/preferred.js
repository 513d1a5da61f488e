// Chooses the language of a page.

/** Returns the tag of the page's language: the first supported one of ?lang=, `remembered` and the browser's languages. */
export function preferredLanguage(remembered) {
  const asked = new URLSearchParams(location.search).get('lang');
  const preferred = [asked, remembered, ...navigator.languages].find((tag) => /^(en|zh)\b/i.test(tag ?? '')) ?? '';
  return /^zh/i.test(preferred) ? 'zh-CN' : 'en';
}
