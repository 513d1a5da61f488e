import { createApp } from 'vue';

import Article from './Article.vue';

createApp(Article).mount('#root');
