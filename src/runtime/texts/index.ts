/* For text with a format, or that is cut. */
export { compileTextFormat } from '../../template/resolve/text-format.ts';
