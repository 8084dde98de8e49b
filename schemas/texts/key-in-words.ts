/** Turns a key into words: 'submissionDate' and 'submission_date' become 'submission date'. */
export function keyInWords(key: string): string {
  return key
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .trim()
    .toLowerCase();
}
