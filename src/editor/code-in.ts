/** A sentence as nodes: what stands between backticks is code. */
export function codeIn(sentence: string): readonly (string | HTMLElement)[] {
  return sentence.split('`').map((part, index) => {
    if (index % 2 === 0) return part;
    const code = document.createElement('code');
    code.textContent = part;
    return code;
  });
}
