/** The styles of uPlot, as the bundler puts them in: text. */
declare module 'uplot/dist/uPlot.min.css' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: that is how a bundler hands text over
  export default text;
}
