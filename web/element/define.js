// Makes <param-scope> known to the page. A second copy of the script finds it known, and leaves it alone.
import { ParamScope } from './param-scope.js';

if (!customElements.get('param-scope')) customElements.define('param-scope', ParamScope);
