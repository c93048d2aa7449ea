/**
 * The words from which people make the passwords that are guessed first, in English and German:
 * together with the endings, doublings and letter swaps of `weak-password.ts` they stand for many
 * thousand passwords. Written for Assay.
 */
export const commonWords: ReadonlySet<string> = new Set(
  `password passwort passwords passwd passcode passphrase kennwort geheim geheimnis secret
  secrets topsecret login logon signin admin administrator administration root superuser
  supervisor sysadmin user username default guest gast test tester testing testtest temp
  temporary changeme changeit change welcome willkommen welcomeback letmein letmeinnow openup
  opensesame sesame access accessme enter internet computer laptop desktop server network
  wireless router system systems database backup office business company project service support
  manager director master masters mistress student teacher professor college university school
  schule summer winter spring autumn sommer herbst fruehling frühling january february march
  april august september october november december januar februar maerz märz juni juli oktober
  dezember monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch
  donnerstag freitag samstag sonntag today tomorrow yesterday forever whatever whenever nothing
  something anything everything someone nobody somebody iloveyou iloveu loveyou loveme lovely
  lover lovers love liebe schatz schatzi ichliebedich iloveyouso mylove myheart heart princess
  prinzessin prince queen angel angels engel baby babygirl babyboy honey sweety sweetie
  sweetheart darling sunshine sonnenschein flower flowers blume butterfly schmetterling rainbow
  regenbogen chocolate schokolade cookie cookies cherry strawberry banana orange apple apples
  peanut pumpkin pepper ginger coffee kaffee cheese pizza hamburger chicken monkey monkeys
  donkey dragon dragons drachen tiger tigers lion lions panther eagle eagles falcon falcons
  dolphin dolphins delfin turtle rabbit hase bunny kitten kitty katze hello hellokitty hallo
  hallohallo hellohello hithere goodbye puppy doggy hund buster buddy bailey charlie maggie
  rocky sparky snoopy garfield mickey mickeymouse minnie donald pokemon pikachu naruto superman
  batman spiderman ironman hulk joker wonderwoman starwars skywalker jedi yoda matrix gandalf
  hobbit frodo merlin wizard magic magician zauberer phoenix unicorn einhorn vampire zombie
  monster demon devil satan lucifer heaven jesus jesuschrist christ christian church bible gott
  godisgood blessed blessing faith hope peace freedom freiheit liberty justice victory winner
  champion champions success lucky happy smile smiley lachen crazy stupid idiot loser killer
  hunter ranger warrior soldier captain sergeant general pirate ninja samurai gangster hacker
  hacking hacked cracker virus security sicherheit secure securepassword mypassword mypass
  yourpassword newpassword oldpassword thepassword nopassword nopass password1 passw0rd pass
  word passpass adminadmin adminpass adminpassword rootroot rootpassword userpassword userpass
  testpassword testpass testuser testaccount demopassword demo demodemo sample example beispiel
  qwerty qwertz azerty qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm yxcvbnm qazwsx qazwsxedc
  wsxedc asdf asdfasdf qwer qwerasdf qweasd qweasdzxc trustno trustme trustnoone abc abcabc abcd
  abcde abcdef abcdefg alphabet number numbers football fussball soccer baseball basketball
  softball volleyball handball hockey tennis golf golfer boxing racing runner running swimming
  swimmer skiing skater skateboard surfing surfer fishing hunting camping climbing bicycle
  fahrrad motorcycle motorrad harley harleydavidson yamaha kawasaki suzuki honda toyota nissan
  mercedes porsche ferrari lamborghini mustang corvette camaro bmw audi volkswagen chevrolet
  chevy ford cowboys cowboy steelers packers patriots yankees redsox dodgers lakers bulls
  celtics warriors rangers giants broncos raiders liverpool liverpoolfc arsenal chelsea
  manchester manutd manchesterunited manchestercity barcelona realmadrid juventus bayern
  bayernmuenchen bayernmunich borussia dortmund schalke hamburg werder rammstein metallica
  nirvana slipknot blink eminem rihanna beyonce madonna beatles elvis michael jordan
  michaeljordan jennifer jessica ashley michelle nicole daniel danielle andrew joshua matthew
  anthony christopher christine christina alexander alexandra alexandria victoria elizabeth
  katherine catherine stephanie sebastian benjamin jonathan nicholas patricia margaret samantha
  amanda melissa vanessa veronica gabriel gabriela isabella sophia olivia charlotte thomas
  thomasthomas robert richard william george charles james david joseph jackson hannah rachel
  rebecca laura sarah maria martin marvin stefan stefanie andreas markus wolfgang juergen jürgen
  petra sabine claudia monika tobias florian katharina franziska america american england
  english london newyork newyorkcity chicago boston dallas houston texas california florida
  miami vegas lasvegas hollywood canada australia germany deutschland german berlin muenchen
  münchen frankfurt koeln köln stuttgart austria oesterreich österreich wien vienna switzerland
  schweiz zuerich zürich france paris italy rome spain madrid mexico brasil brazil argentina
  india china japan tokyo russia moscow ireland scotland europe europa africa asia world welt
  earth planet galaxy universe moonlight starlight sunrise sunset midnight thunder lightning
  storm hurricane tornado ocean beach island paradise mountain river forest garden diamond
  diamonds crystal silver silber golden gold platinum purple yellow green blue black white
  schwarz weiss shadow shadows schatten ghost spirit phantom mystery dream dreams dreamer traum
  fantasy legend legends history future always never again nevermind remember family familie
  mother mutter father vater mommy mummy mama mamapapa papa daddy brother sister bruder
  schwester grandma oma opa friend friends freund freunde bestfriend bestfriends girlfriend
  boyfriend husband wife money geld dollar dollars millionaire billion bitcoin bitcoins crypto
  wallet banking trader market google googlegoogle facebook twitter instagram youtube amazon
  netflix microsoft windows windowsxp iphone ipad android samsung nokia linux ubuntu debian
  oracle mysql postgres cisco docker github gitlab minecraft fortnite roblox overwatch
  leagueoflegends worldofwarcraft warcraft starcraft counterstrike callofduty playstation
  nintendo zelda mario supermario sonic tetris pokemongo gamer gaming player playboy hottie sexy
  bigboy badboy badgirl goodgirl goodboy oldman fuckyou fuckoff fuckme asshole bullshit bitch
  biteme blowme suckit dickhead arschloch scheisse scheiße ficken hurensohn annotator annotation
  annotations annotate assay assays assayassay label labels labeling labelling reviewer review
  adjudicator lead judge judgment judgments groundtruth research researcher science scientist
  doctor nurse hospital medicine patient health correcthorsebatterystaple`
    .split(/\s+/)
    .map((word) => word.normalize('NFKC')),
);
