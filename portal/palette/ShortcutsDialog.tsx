import { keyBindings, type ShortcutAction, shortcutHelp } from '../keys/keyBindings.ts';
import { Button } from '../look/Button.tsx';
import { Dialog } from '../look/Dialog.tsx';
import styles from './ShortcutsDialog.module.css';

const isKey = (name: string): name is ShortcutAction => name in keyBindings;
const names = Object.keys(shortcutHelp).filter(isKey);

/** The list of keyboard shortcuts, grouped by where they work. `missing` are those that the app does not have. */
export function ShortcutsDialog({
  onClose,
  missing = [],
}: {
  onClose: () => void;
  missing?: readonly ShortcutAction[];
}) {
  const shown = names.filter((name) => !missing.includes(name));
  const places = [...new Set(shown.map((name) => shortcutHelp[name].where))];
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      {places.map((place) => (
        <section key={place} aria-label={place}>
          <h3 className={styles.place}>{place}</h3>
          <dl className={styles.keys}>
            {shown
              .filter((name) => shortcutHelp[name].where === place)
              .map((name) => (
                <div key={name} className={styles.key}>
                  <dt>
                    <kbd className={styles.press}>{pressOf(keyBindings[name])}</kbd>
                  </dt>
                  <dd>{shortcutHelp[name].does}</dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}

/** Macs use Command instead of Ctrl. */
const isMac = /mac/i.test(navigator.userAgent);
const pressOf = (keys: string): string => (isMac ? keys.replace('Ctrl', '⌘') : keys);
