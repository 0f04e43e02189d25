import { createStemPattern, normalize } from './word-rules.ts';

export const commands = ['skip', 'back', 'restart', 'finish', 'help', 'who'] as const;
export type Command = (typeof commands)[number];

/** The command that a whole message consists of, in any of the six languages. */
export function commandIn(message: string): Command | undefined {
  if (/^[\s.–—-]+$/.test(message)) return 'skip';
  const text = normalize(message);
  if (isIdentityQuestion(message, text)) return 'who';
  const phrase = text === '?' ? text : text.replace(/ ?\?$/, '');
  return commands.find((command) => phrases[command].includes(phrase));
}

/** A request to change the finished draft, such as «make it shorter». */
export function isChangeRequest(message: string): boolean {
  const beginning = normalize(message).split(' ').slice(0, 5).join(' ');
  return changePattern.test(beginning);
}

export function isThanks(message: string): boolean {
  const text = normalize(message);
  return text.split(' ').length <= 4 && thanksPattern.test(text);
}

const phrases: Record<Command, readonly string[]> = {
  skip: [
    ...['пропустить', 'пропусти', 'пропуск', 'пропускаю', 'дальше', 'далее', 'не знаю'],
    ...['skip', 'next', 'pass', "i don't know", "don't know"],
    ...['passer', 'passe', 'suivant', 'suivante', 'je ne sais pas'],
    ...['hoppa över', 'hoppa', 'nästa', 'skippa', 'vet inte', 'jag vet inte'],
    ...['ohita', 'seuraava', 'hyppää yli', 'en tiedä'],
    ...['pular', 'pule', 'saltar', 'passar', 'próxima', 'próximo', 'seguinte', 'não sei'],
  ],
  back: [
    ...['назад', 'вернись', 'вернуться', 'вернуться назад', 'предыдущий вопрос'],
    ...['back', 'go back', 'previous'],
    ...['retour', 'revenir', 'en arrière', 'précédent', 'précédente'],
    ...['tillbaka', 'bakåt', 'föregående'],
    ...['takaisin', 'edellinen'],
    ...['voltar', 'volta', 'volte', 'anterior'],
  ],
  restart: [
    ...['сначала', 'начать сначала', 'начни сначала', 'с начала', 'заново', 'начать заново'],
    ...['start over', 'restart', 'from the beginning', 'begin again', 'reset'],
    ...['recommencer', 'recommence', 'depuis le début', 'du début'],
    ...['börja om', 'från början', 'starta om'],
    ...['alusta', 'aloita alusta', 'uudelleen'],
    ...['recomeçar', 'recomece', 'começar de novo', 'do início', 'do começo'],
  ],
  finish: [
    ...['готово', 'закончить', 'закончи', 'хватит', 'достаточно', 'завершить', 'это все'],
    ...['done', 'finish', 'finished', 'finish now', 'enough', "that's all", 'that is all'],
    ...['terminer', 'terminé', 'fini', 'finir', "c'est tout", 'prêt'],
    ...['klar', 'klart', 'färdig', 'färdigt', 'avsluta', 'det räcker', 'det var allt'],
    ...['valmis', 'lopeta', 'riittää', 'siinä kaikki'],
    ...['pronto', 'terminar', 'concluir', 'acabei', 'chega', 'é tudo', 'isso é tudo'],
  ],
  help: [
    ...['?', 'помощь', 'помогите', 'команды', 'справка', 'help', 'commands', 'aide', 'commandes'],
    ...['hjälp', 'kommandon', 'apua', 'ohje', 'komennot', 'ajuda', 'comandos'],
  ],
  who: [
    ...['кто ты', 'кто вы', 'ты кто', 'вы кто', 'who are you', 'what are you', 'qui es tu'],
    ...['qui êtes vous', 'vem är du', 'kuka olet', 'kuka sinä olet', 'quem é você', 'quem és'],
  ],
};

const maxQuestionLength = 100;

/**
 * Considers short questions only, because longer messages may be answers about people or machines.
 */
function isIdentityQuestion(message: string, text: string): boolean {
  if (message.length > maxQuestionLength || !message.includes('?')) return false;
  const addressed = addressPattern.exec(text)?.index;
  return addressed !== undefined && identityPattern.test(text.slice(addressed));
}

const addressPattern = createStemPattern([
  ...['ты$', 'вы$', 'это$', 'are you$', "you're$", 'is this$', 'es tu$', 'êtes vous$', "c'est$"],
  ...['är du$', 'är detta$', 'oletko$', 'onko tämä$', 'você$', 'és$', 'isto é$', 'isso é$'],
]);
const identityPattern = createStemPattern([
  ...['нейросет', 'ии$', 'бот$', 'робот', 'человек$', 'живой$', 'живая$', 'языковая', 'модель$'],
  ...['искусственн', 'программа$', 'машина$', 'gpt', 'chatgpt', 'ai$', 'bot$', 'robot', 'human'],
  ...['real person', 'a person', 'model$', 'machine', 'ia$', 'humain', 'modèle', 'människa'],
  ...['språkmodell', 'ihminen', 'kielimalli', 'tekoäly', 'botti', 'humano', 'modelo', 'robô'],
]);

const changePattern = createStemPattern([
  ...['сократи', 'короче', 'исправ', 'измени', 'перепиш', 'переписа', 'добав', 'убер', 'убра'],
  ...['поправ', 'передела', 'замен', 'дополн', 'улучш', 'отредактир', 'удлин', 'подробнее'],
  ...['shorten', 'shorter', 'rewrite', 'rephrase', 'change', 'edit$', 'add$', 'remove', 'delete'],
  ...['fix$', 'correct', 'improve', 'longer', 'replace', 'revise', 'make it'],
  ...[
    'raccourci',
    'plus court',
    'modifi',
    'corrig',
    'ajout',
    'réécri',
    'supprim',
    'enlev',
    'enlèv',
  ],
  ...['chang', 'amélior', 'remplac', 'ändra', 'förkorta', 'kortare', 'lägg till', 'ta bort'],
  ...['skriv om', 'rätta', 'förbättra', 'byt$', 'muuta', 'lyhen', 'lyhyem', 'lisää', 'poista'],
  ...['korjaa', 'kirjoita uudelleen', 'paranna', 'vaihda', 'alter', 'mude$', 'mudar', 'encurt'],
  ...[
    'adicion',
    'acrescent',
    'remov',
    'corrij',
    'reescrev',
    'melhor',
    'tirar',
    'tire$',
    'troca',
    'troqu',
  ],
]);

const thanksPattern = createStemPattern([
  ...['спасибо', 'благодар', 'thank', 'merci$', 'tack$', 'kiitos', 'kiitti', 'obrigad'],
]);
