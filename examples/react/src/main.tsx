import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { Article } from './Article';

createRoot(document.querySelector('#root')!).render(<StrictMode><Article /></StrictMode>);
