/* For texts with a format or a maximum length. */
export { compileTextFormat } from '../../template/resolve/text-format.ts';
