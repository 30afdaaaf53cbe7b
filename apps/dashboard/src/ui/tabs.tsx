/** Views of one thing inside a page. What has an address of its own is in `LinkTabs`. */
import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs';
import { Badge } from './badge.js';
import styles from './tabs.module.css';

export interface TabFace {
  readonly id: string;
  readonly label: string;
  /** How many there are; with a tone, how many need a look. */
  readonly count?: string | undefined;
  readonly tone?: 'error' | 'waiting' | undefined;
  /** What of them waits: "1 due". */
  readonly badge?: string | undefined;
}

export interface TabsProps {
  label: string;
  tabs: readonly TabFace[];
  chosen: string;
  onChoose: (id: string) => void;
  /** At the end of the row: what holds for the chosen tab. */
  end?: ReactNode;
  /** Of the chosen tab. */
  children: ReactNode;
}

export const tabText = ({ label, count, tone, badge }: TabFace): ReactNode => (
  <>
    {label}
    {count !== undefined && (
      <span className={styles.count} data-tone={tone}>
        {count}
      </span>
    )}
    {badge !== undefined && <Badge tone="waiting">{badge}</Badge>}
  </>
);

export function Tabs({ label, tabs, chosen, onChoose, end, children }: TabsProps) {
  return (
    <AriaTabs
      className={styles.tabs}
      selectedKey={chosen}
      onSelectionChange={(key) => onChoose(String(key))}
    >
      <div className={styles.bar}>
        <TabList className={styles.list} aria-label={label}>
          {tabs.map((tab) => (
            <Tab key={tab.id} id={tab.id} className={styles.tab}>
              {tabText(tab)}
            </Tab>
          ))}
        </TabList>
        {end}
      </div>
      {tabs.map(({ id }) => (
        <TabPanel key={id} id={id} className={styles.panel}>
          {children}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
