// The script of the offline file: the page's own, after a look at the document that it is going to change.
import './pristine.js';
import '../page/start.js';
