/** A sentence as nodes, with `code` elements for the parts between backticks. */
export function codeIn(sentence: string): readonly (string | HTMLElement)[] {
  return sentence.split('`').map((part, index) => {
    if (index % 2 === 0) return part;
    const code = document.createElement('code');
    code.textContent = part;
    return code;
  });
}
