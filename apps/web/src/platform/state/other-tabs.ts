/** Messages between the tabs of this browser; a tab does not receive its own. */
export interface OtherTabs<Message> {
  send(message: Message): void;
  listen(listener: (message: Message) => void): void;
}

export function otherTabs<Message>(name: string): OtherTabs<Message> {
  const channel = new BroadcastChannel(name);
  return {
    send: (message) => channel.postMessage(message),
    listen: (listener) => {
      channel.addEventListener('message', (event: MessageEvent<Message>) => listener(event.data));
    },
  };
}
