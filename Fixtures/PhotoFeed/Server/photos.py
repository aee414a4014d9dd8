"""The photos, their comments and their likes, in memory, and the resolvers of the schema."""

import secrets
import threading

from graphql import GraphQLError

PASSWORD = "tulip"


class Node:
    interfaces = ("Node",)


class User(Node):
    def __init__(self, name: str):
        self.id, self.name = f"user-{name.lower()}", name


class Comment(Node):
    def __init__(self, id: str, author: User, text: str):
        self.id, self.author, self.text = id, author, text


class Photo(Node):
    def __init__(self, number: int, author: User, caption: str):
        self.id, self.author, self.caption = f"photo-{number}", author, caption
        self.likes: set[str] = set()
        self.all_comments: list[Comment] = []


class PageInfo:
    def __init__(self, **values):
        self.__dict__.update(values)


class Edge:
    def __init__(self, typename: str, cursor: str, node):
        self.typename, self.cursor, self.node = typename, cursor, node


class Connection:
    """A page of a list. A cursor is the id of the object before the page, so that it stays valid if the list changes."""

    def __init__(self, type_name: str, items: list, first: int | None, after: str | None):
        self.typename = f"{type_name}Connection"
        ids = [item.id for item in items]
        if after is not None and after not in ids:
            raise GraphQLError(f"{after!r} is not a cursor of this list.")
        start = ids.index(after) + 1 if after is not None else 0
        end = min(len(items), start + max(0, 20 if first is None else first))
        self.edges = [Edge(f"{type_name}Edge", item.id, item) for item in items[start:end]]
        self.pageInfo = PageInfo(
            hasNextPage=end < len(items),
            hasPreviousPage=start > 0,
            startCursor=ids[start] if start < end else None,
            endCursor=ids[end - 1] if start < end else None,
        )


class Tokens:
    def __init__(self):
        self.access, self.refresh = secrets.token_urlsafe(12), secrets.token_urlsafe(12)


class Payload:
    def __init__(self, typename: str, **values):
        self.typename = typename
        self.__dict__.update(values)


class Library:
    """Everything that the server knows. Whoever uses it holds its lock."""

    def __init__(self, token_uses: int):
        self.lock = threading.RLock()
        self.token_uses = token_uses
        # The user of each token, and how often it may still be used.
        self.access: dict[str, list] = {}
        self.refresh: dict[str, User] = {}
        self.users = {name: User(name) for name in ("Ada", "Grace", "Alan", "Mary")}
        self.photos = [
            Photo(number, self.users[author], caption)
            for number, (author, caption) in enumerate(reversed(FEED), start=1)
        ][::-1]
        self.listeners: dict[str, list] = {}
        first = self.photos[0]
        for number, (name, text) in enumerate([("Alan", "Is that the new one?"), ("Mary", "What a view.")], start=1):
            first.all_comments.append(Comment(f"comment-{number}", self.users[name], text))
        first.likes.update(user.id for user in self.users.values() if user.name != "Ada")

    def find(self, id: str):
        objects = [*self.users.values(), *self.photos, *(comment for photo in self.photos for comment in photo.all_comments)]
        return next((item for item in objects if item.id == id), None)

    def photo(self, id: str) -> Photo:
        photo = self.find(id)
        if not isinstance(photo, Photo):
            raise GraphQLError(f"There is no photo {id!r}.", "NOT_FOUND")
        return photo

    def issue(self, user: User) -> Tokens:
        tokens = Tokens()
        self.access[tokens.access] = [user, self.token_uses]
        self.refresh[tokens.refresh] = user
        return tokens

    def user(self, token: str | None) -> User | None:
        """The user of an access token. A real server lets tokens expire; this one counts, so that it happens in every try."""
        entry = self.access.get(token or "")
        if entry is None or entry[1] == 0:
            return None
        entry[1] -= 1
        return entry[0]


class Root:
    """The root fields, for one request of one user."""

    def __init__(self, library: Library, user: User | None, base: str):
        self._library, self._user, self._base = library, user, base

    @property
    def _viewer(self) -> User:
        if self._user is None:
            raise GraphQLError("You are not signed in, or your token has expired.", "UNAUTHENTICATED", status=401)
        return self._user

    def _view(self, item):
        return PhotoView(item, self._viewer, self._base) if isinstance(item, Photo) else item


class Query(Root):
    def node(self, id: str):
        self._viewer
        return self._view(self._library.find(id))

    def viewer(self) -> User:
        return self._viewer

    def photos(self, first: int | None = None, after: str | None = None, matching: str | None = None) -> Connection:
        self._viewer
        text = (matching or "").strip().lower()
        found = [photo for photo in self._library.photos if text in photo.caption.lower() or text in photo.author.name.lower()]
        page = Connection("Photo", found, first, after)
        for edge in page.edges:
            edge.node = self._view(edge.node)
        return page


class Mutation(Root):
    def signIn(self, name: str, password: str) -> Payload:
        user = self._library.users.get(name.strip().capitalize())
        if user is None or not secrets.compare_digest(password.encode(), PASSWORD.encode()):
            raise GraphQLError("The name or the password is wrong.", "WRONG_PASSWORD")
        return Payload("SignInPayload", user=user, tokens=self._library.issue(user))

    def renewTokens(self, refreshToken: str) -> Tokens:
        user = self._library.refresh.pop(refreshToken, None)
        if user is None:
            raise GraphQLError("Please sign in again.", "UNAUTHENTICATED", status=401)
        return self._library.issue(user)

    def likePhoto(self, input: dict) -> Payload:
        photo = self._library.photo(input["photoID"])
        (photo.likes.add if input["isLiked"] else photo.likes.discard)(self._viewer.id)
        return Payload("LikePhotoPayload", photo=self._view(photo))

    def addComment(self, input: dict) -> Payload:
        photo, text = self._library.photo(input["photoID"]), " ".join(input["text"].split())
        if not text or len(text) > 200:
            raise GraphQLError("A comment has between 1 and 200 characters.", "BAD_COMMENT")
        if self._library.find(input["id"]):
            raise GraphQLError("There is already an object with this id.", "BAD_COMMENT")
        comment = Comment(input["id"], self._viewer, text)
        photo.all_comments.append(comment)
        for listener in self._library.listeners.get(photo.id, []):
            listener.put(comment)
        return Payload("AddCommentPayload", comment=comment, photo=self._view(photo))


class Subscription(Root):
    """For one event."""

    comment: Comment

    def commentAdded(self, photoID: str) -> Payload:
        return Payload("AddCommentPayload", comment=self.comment, photo=self._view(self._library.photo(photoID)))


class PhotoView(Node):
    """A photo as a user sees it."""

    typename = "Photo"

    def __init__(self, photo: Photo, user: User, base: str):
        self.id, self.author, self.caption = photo.id, photo.author, photo.caption
        self.imageURL = f"{base}/images/{photo.id}.png"
        self.likeCount, self.isLikedByViewer = len(photo.likes), user.id in photo.likes
        self.commentCount = len(photo.all_comments)
        self.comments = lambda first=None, after=None: Connection("Comment", photo.all_comments, first, after)

FEED = [
    ("Grace", "The harbor before sunrise"),
    ("Ada", "My loom, finally repaired"),
    ("Alan", "Running by the river"),
    ("Mary", "Sunrise over Burntisland"),
    ("Grace", "A moth in the relay"),
    ("Alan", "Tea, no sugar"),
    ("Mary", "Jupiter and three moons"),
    ("Ada", "Note G, on paper"),
    ("Grace", "A nanosecond of wire"),
    ("Alan", "Chess in the garden"),
    ("Mary", "Snow on the tide mill"),
    ("Ada", "Horses at Ockham Park"),
]
