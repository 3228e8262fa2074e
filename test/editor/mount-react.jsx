import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

/** Shows a component on a page, as an application with React does. */
export function mount(component) {
  createRoot(document.querySelector('main')).render(createElement(component));
}
