import styles from './Avatar.module.css';

/** spec 9: size 50, lightness 0.66. */
const size = 50;
const lightness = 66;

/** A person's initials on a colour of their own. Decoration: the name stands beside it. */
export function Avatar({ name }: { name: string }) {
  return (
    <span
      className={styles.avatar}
      style={{ width: size, height: size, background: `hsl(${hueOf(name)} 55% ${lightness}%)` }}
      aria-hidden="true"
    >
      {initialsOf(name)}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase();
}

/** The same name has the same hue everywhere. */
function hueOf(name: string): number {
  let hue = 0;
  for (const letter of name) hue = (hue * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  return hue;
}
