// Starts the offline file: keeps the unchanged document, then starts the page.
import './pristine.js';
import '../page/start.js';
