const hexDigits = Buffer.from('0123456789abcdef');

/** Below this length, a loop copies bytes faster than a call of the runtime. */
const shortText = 64;

/** UTF-8 text that grows at its end. */
export class Utf8Writer {
  bytes = Buffer.allocUnsafe(16 * 1024);
  length = 0;

  /** Returns the text, and begins a new one. */
  take(): Buffer {
    const taken = this.bytes.subarray(0, this.length);
    this.bytes = Buffer.allocUnsafe(this.bytes.length);
    this.length = 0;
    return taken;
  }

  text(text: string): void {
    if (text.length <= shortText && isAscii(text)) {
      this.#reserve(text.length);
      for (let at = 0; at < text.length; at += 1) this.bytes[this.length++] = text.charCodeAt(at);
      return;
    }
    this.#reserve(text.length * 3);
    this.length += this.bytes.write(text, this.length, 'utf8');
  }

  byte(byte: number): void {
    this.#reserve(1);
    this.bytes[this.length++] = byte;
  }

  copy(source: Uint8Array, from: number, to: number): void {
    this.#reserve(to - from);
    if (to - from > shortText) this.bytes.set(source.subarray(from, to), this.length);
    else for (let at = from, target = this.length; at < to; at += 1, target += 1) this.bytes[target] = source[at] ?? 0;
    this.length += to - from;
  }

  /** Writes the 24 digits of an id. */
  hex(bytes: Uint8Array, from: number): void {
    this.#reserve(24);
    const target = this.bytes;
    let at = this.length;
    for (let index = from; index < from + 12; index += 1) {
      const byte = bytes[index] ?? 0;
      target[at++] = hexDigits[byte >> 4] ?? 0;
      target[at++] = hexDigits[byte & 15] ?? 0;
    }
    this.length = at;
  }

  #reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + count));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}
