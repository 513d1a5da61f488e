import { preset } from 'paramscope';

/** Counts a model while the site is built: the tables that readers without scripts see. */
export default {
  async load() {
    const gpt2 = await preset('gpt2');
    return { gpt2: gpt2.format('html', { depth: 1 }), gpt2InChinese: gpt2.format('html', { depth: 1, lang: 'zh' }) };
  },
};
