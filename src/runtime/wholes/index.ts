/* For lists and groups that are written whole, as JSON. */
export { WholeWriter } from '../../template/render/whole-writer.ts';
