/** Describes a file by type and size: 'PNG, 12 KB'. Uses the file extension if the MIME type is long. */
export function describeFile({ name, mimeType, size }: { name: string; mimeType: string; size?: unknown }): string {
  const subtype = /^\w+\/(?:x-)?([a-z0-9]{1,5})$/.exec(mimeType)?.[1];
  const extension = /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1];
  // text/plain covers many formats, so the extension says more.
  const type = ((subtype === 'plain' ? extension : subtype) ?? extension ?? 'file').toUpperCase();
  return typeof size === 'number' ? `${type}, ${sizeWords(size)}` : type;
}

function sizeWords(bytes: number): string {
  const [unit, words] = bytes < 1_000_000 ? [1_000, 'KB'] : [1_000_000, 'MB'];
  const amount = Math.max(bytes / unit, 0.1).toLocaleString('en-US', {
    maximumFractionDigits: bytes < 10 * unit ? 1 : 0,
  });
  return `${amount} ${words}`;
}
