export default {
  title: 'Counting models',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  // The element speaks the language of its page.
  locales: { root: { label: 'English', lang: 'en' }, zh: { label: '简体中文', lang: 'zh-CN' } },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'param-scope' } } },
};
