// What the head of a page tells search engines and the programs that show a preview of a link.
import { siteAddress } from '../address.mjs';
import { escape } from './html.mjs';
import { words } from './words.mjs';

/** The tags of languages in HTML, and in previews. */
export const tags = { en: 'en', zh: 'zh-CN' };
const locales = { en: 'en_US', zh: 'zh_CN' };

/** The picture of a preview. */
export const picture = { path: 'docs/screenshot.png', width: 2160, height: 1350 };

const meta = (key, name, content) => `<meta ${key}="${name}" content="${escape(content)}">`;

/** The address of a page of the site at `address`: a folder's name for its index. */
const addressOf = (address, page) => address + page.replace(/(^|\/)index\.html$/, '$1');

/**
 * The links to a page in every language: `pages` are its paths by language. Search engines want whole addresses, so without one of the
 * site there are none.
 */
function alternates(pages, address = siteAddress()) {
  if (!address) return [];
  const link = (tag, page) => `<link rel="alternate" hreflang="${tag}" href="${escape(addressOf(address, page))}">`;
  return [...Object.keys(tags).map((language) => link(tags[language], pages[language])), link('x-default', pages.en)];
}

/** What the calculator is, as schema.org describes programs. */
const program = (language, address) => ({
  '@context': 'https://schema.org',
  '@type': 'WebApplication',
  name: 'Paramscope',
  description: words[language].description,
  url: address,
  image: address + picture.path,
  applicationCategory: 'DeveloperApplication',
  operatingSystem: 'Any',
  isAccessibleForFree: true,
  license: 'https://opensource.org/license/mit',
  offers: { '@type': 'Offer', price: 0, priceCurrency: 'USD' },
});

/**
 * The lines of a head for previews and search engines: `pages` are the page's paths by language, `kind` is 'document' for a text, else the
 * page is about the program. A preview needs whole addresses, so without one of the site it has no picture.
 */
export function headLines({ page, language, title, description, kind, pages, address = siteAddress() }) {
  const lines = [
    meta('property', 'og:site_name', 'Paramscope'),
    meta('property', 'og:type', kind === 'document' ? 'article' : 'website'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:locale', locales[language]),
    ...(pages ? alternates(pages, address) : []),
  ];
  if (!address) return lines;
  const own = escape(addressOf(address, page));
  return [
    ...lines,
    `<link rel="canonical" href="${own}">`,
    `<meta property="og:url" content="${own}">`,
    meta('property', 'og:image', address + picture.path),
    meta('property', 'og:image:width', picture.width),
    meta('property', 'og:image:height', picture.height),
    meta('property', 'og:image:alt', words[language].screenshot),
    meta('name', 'twitter:card', 'summary_large_image'),
    // A block of data: it does not run, and no policy concerns it.
    ...(kind === 'document' ? [] : [`<script type="application/ld+json">${JSON.stringify(program(language, address)).replaceAll('<', '\\u003c')}</script>`]),
  ];
}

/** The map of the site at `address` for search engines; `pages` are paths. */
export function siteMap(address, pages) {
  const places = pages.map((page) => `  <url><loc>${escape(addressOf(address, page))}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${places.join('\n')}\n</urlset>\n`;
}
