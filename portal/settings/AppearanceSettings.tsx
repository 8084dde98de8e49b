import { setPreferences } from '../preferences/preferenceStore.ts';
import { type Preferences, preferenceValues } from '../preferences/preferences.ts';
import { usePreferences } from '../preferences/usePreferences.ts';
import styles from './SettingsPage.module.css';

type LookKey = keyof typeof preferenceValues;

const questions: Record<LookKey, { title: string; hint: string }> = {
  themePreset: { title: 'Theme', hint: 'Auto follows your system.' },
  layoutDensity: {
    title: 'Density',
    hint: 'Cozy puts labels inside fields. Auto is compact on a wide screen with a mouse, else cozy.',
  },
  textSize: { title: 'Text size', hint: '' },
};

const words: Record<(typeof preferenceValues)[LookKey][number], string> = {
  light: 'Light',
  dark: 'Dark',
  auto: 'Auto',
  compact: 'Compact',
  cozy: 'Cozy',
  normal: 'Normal',
  small: 'Small',
};

/** The appearance settings of this browser (spec 2, 'Settings and preferences'). A choice applies at once. */
export function AppearanceSettings() {
  const preferences = usePreferences();
  return (
    <section className={styles.section} aria-labelledby="look-settings">
      <h2 id="look-settings">Appearance</h2>
      <p className={styles.hint}>Stored in this browser.</p>
      <Choice name="themePreset" value={preferences.themePreset} />
      <Choice name="layoutDensity" value={preferences.layoutDensity} />
      <Choice name="textSize" value={preferences.textSize} />
    </section>
  );
}

function Choice<Key extends LookKey>({ name, value }: { name: Key; value: Preferences[Key] }) {
  const { title, hint } = questions[name];
  return (
    <fieldset className={styles.choice}>
      <legend>{title}</legend>
      <div className={styles.options}>
        {preferenceValues[name].map((option) => (
          <label key={option} className={styles.option}>
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              onChange={() => setPreferences({ [name]: option })}
            />
            <span>{words[option]}</span>
          </label>
        ))}
      </div>
      {hint && <p className={styles.hint}>{hint}</p>}
    </fieldset>
  );
}
