import { keyBindings, type ShortcutAction } from '../keys/keyBindings.ts';
import { shortcutHelp } from '../keys/shortcutHelp.ts';
import { Button } from '../look/Button.tsx';
import { Dialog } from '../look/Dialog.tsx';
import styles from './ShortcutsDialog.module.css';

const isKey = (name: string): name is ShortcutAction => name in keyBindings;
const names = Object.keys(shortcutHelp).filter(isKey);
const places = [...new Set(names.map((name) => shortcutHelp[name].where))];

/** The list of keyboard shortcuts, grouped by where they work. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      {places.map((place) => (
        <section key={place} aria-label={place}>
          <h3 className={styles.place}>{place}</h3>
          <dl className={styles.keys}>
            {names
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
