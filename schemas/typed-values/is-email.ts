/** Characters that would make an e-mail header contain several addresses, or more than an address. */
const unfit = String.raw`\s\p{Cc}\p{Cf}@,;:<>()[\]\\"`;
const address = new RegExp(`^[^${unfit}]+@[^${unfit}]+\\.[^${unfit}]*$`, 'u');

/** Characters; longer texts are not addresses (RFC 5321). */
export const maxEmailLength = 320;

/** Whether a text is exactly one e-mail address (spec 5). Only an e-mail can prove that the mailbox exists. */
export const isEmail = (text: string): boolean => text.length <= maxEmailLength && address.test(text);
