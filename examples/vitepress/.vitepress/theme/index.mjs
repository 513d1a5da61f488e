import DefaultTheme from 'vitepress/theme';

import 'paramscope/element';

export default DefaultTheme;
