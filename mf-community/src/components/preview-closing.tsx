import { Card, Heading, Text } from '@frens/platform';
import { PreviewAction } from './preview-action.tsx';
import styles from './preview-closing.module.css';

/** End of a preview: what members will be able to start themselves. */
export function PreviewClosing({ title, text, action }: { title: string; text: string; action: string }) {
  return (
    <Card asChild tone="tint" padding="lg" className={styles.root}>
      <section>
        <div className={styles.words}>
          <Heading size="lg">{title}</Heading>
          <Text measure>{text}</Text>
        </div>
        <PreviewAction size="sm" action={action} />
      </section>
    </Card>
  );
}
