// Which language a page speaks.

/** The tag of the first language wished for that there is; `remembered` is the tag chosen in an earlier visit, if any. */
export function wishedLanguage(remembered) {
  const asked = new URLSearchParams(location.search).get('lang');
  const wish = [asked, remembered, ...navigator.languages].find((tag) => /^(en|zh)\b/i.test(tag ?? '')) ?? '';
  return /^zh/i.test(wish) ? 'zh-CN' : 'en';
}
