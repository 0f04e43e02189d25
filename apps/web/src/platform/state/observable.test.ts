import { expect, test } from 'vitest';
import { Observable } from './observable.ts';

class Counter extends Observable<number> {
  count(): void {
    this.setState(this.state() + 1);
  }
}

test('every listener is notified of a change and reads the new state', () => {
  const counter = new Counter(0);
  const read: number[] = [];
  counter.subscribe(() => read.push(counter.state()));
  counter.subscribe(() => read.push(counter.state() * 10));
  counter.count();
  expect(read).toEqual([1, 10]);
});

test('a listener can unsubscribe while it is notified, and is not notified again', () => {
  const counter = new Counter(0);
  const read: number[] = [];
  const stop = counter.subscribe(() => {
    stop();
    read.push(counter.state());
  });
  counter.count();
  counter.count();
  expect(read).toEqual([1]);
});
