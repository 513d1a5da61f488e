// Chooses the language of a page.

/** Returns the tag of the page's language: the first supported one of ?lang=, `remembered` and the browser's languages. */
export function wishedLanguage(remembered) {
  const asked = new URLSearchParams(location.search).get('lang');
  const wish = [asked, remembered, ...navigator.languages].find((tag) => /^(en|zh)\b/i.test(tag ?? '')) ?? '';
  return /^zh/i.test(wish) ? 'zh-CN' : 'en';
}
