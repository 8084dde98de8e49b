/** Strips markdown syntax and URLs from a text, for search and previews. */
export function stripMarkdown(text: string): string {
  return text
    .replace(/!?\[([^[\]]*)\]\([^()\s]*(?:\s+"[^"]*")?\)/g, '$1')
    .replace(/<https?:[^>\s]*>|https?:\/\/\S+/g, ' ')
    .replace(/^\s{0,3}(?:#{1,6}\s|>\s?|[-*+]\s|\d+[.)]\s)+/gm, '')
    .replace(/^\s*(?:[-*_=|:]\s*){3,}$/gm, ' ')
    .replace(/[*`~|]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, ' ')
    .replace(/\\(?=[[\]!#()*+._`~-])/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
