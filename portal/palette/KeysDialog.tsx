import { bindings, type KeyName } from '../keys/bindings.ts';
import { keyWords } from '../keys/keyWords.ts';
import { Button } from '../look/Button.tsx';
import { Dialog } from '../look/Dialog.tsx';
import styles from './KeysDialog.module.css';

const isKey = (name: string): name is KeyName => name in bindings;
const names = Object.keys(keyWords).filter(isKey);
const places = [...new Set(names.map((name) => keyWords[name].where))];

/** The list of keyboard shortcuts, grouped by where they work. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      {places.map((place) => (
        <section key={place} aria-label={place}>
          <h3 className={styles.place}>{place}</h3>
          <dl className={styles.keys}>
            {names
              .filter((name) => keyWords[name].where === place)
              .map((name) => (
                <div key={name} className={styles.key}>
                  <dt>
                    <kbd className={styles.press}>{pressOf(bindings[name])}</kbd>
                  </dt>
                  <dd>{keyWords[name].does}</dd>
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
